/**
 * How much to stock: a kind of task in one package. {@link org.example.extend.stock.StockTask} encodes, decodes, judges and promises;
 * {@link org.example.extend.stock.StockKind} writes and reads it and has its words; {@link org.example.extend.stock.StockPlanner} predicts.
 */
package org.example.extend.stock;
