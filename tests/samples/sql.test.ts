import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { testSql } from './support/test-sql.ts';

testSql('SQLite', () => {
  const database = new DatabaseSync(':memory:');
  return async (sql, values) => {
    if (values) return database.prepare(sql.replaceAll(/\$\d+/g, '?')).all(...(values as SQLInputValue[]));
    database.exec(sql);
    return [];
  };
});
