/* Each row is a program that reads what we publish. `docs/testing.md` says how to add one. */
import './rows/contracts.ts';
import './rows/downloads.ts';
import './rows/hosts.ts';
import './rows/text.ts';
