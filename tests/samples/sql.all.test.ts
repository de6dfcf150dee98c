import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { toolsFolder } from '../support/tools.ts';
import { testSql } from './support/test-sql.ts';

interface Client {
  connect(): Promise<void>;
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

const postgres = createRequire(join(toolsFolder, 'package.json'))('pg') as {
  Client: new (url: string) => Client;
};

testSql('PostgreSQL', async (context) => {
  let client: Client | undefined;
  context.after(() => client?.end()); // Before the server ends, because that would be an error.
  const connected = (client = new postgres.Client(await startPostgres(context)));
  await connected.connect();
  return async (sql, values) => (await connected.query(sql, values)).rows;
});
