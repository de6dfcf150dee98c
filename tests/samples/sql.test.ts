import { DatabaseSync } from 'node:sqlite';
import { testSql, type Database } from './support/test-sql.ts';

testSql('SQLite', () => new DatabaseSync(':memory:') as unknown as Database);
