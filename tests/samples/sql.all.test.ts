import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { toolsFolder } from '../support/tools.ts';
import { testSql } from './support/test-sql.ts';

interface Postgres {
  Client: new (url: string) => {
    connect(): Promise<void>;
    query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
    end(): Promise<void>;
  };
}

testSql('PostgreSQL', async (context) => {
  const { Client } = createRequire(join(toolsFolder, 'package.json'))('pg') as Postgres;
  const client = new Client(await startPostgres(context));
  await client.connect();
  context.after(() => client.end());
  return async (sql, values) => (await client.query(sql, values)).rows;
});
