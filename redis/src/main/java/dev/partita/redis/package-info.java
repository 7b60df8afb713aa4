/** Answers of patterns in Redis, shared by several processes; knows no table. */
package dev.partita.redis;
