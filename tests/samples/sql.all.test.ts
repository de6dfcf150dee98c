import { openPostgres } from '../starters/drivers/postgres.mjs';
import { startPostgres } from '../support/postgres.ts';
import { testSql } from './support/test-sql.ts';

testSql('PostgreSQL', async (context) => openPostgres(await startPostgres(context)));
