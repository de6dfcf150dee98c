import { engineNames } from '../engines/engine.ts';
import { canInstallPackages, installPackages } from './browser.ts';
import { findEngine, packages } from './engines.ts';

const missing = engineNames.filter((name) => !findEngine(name)).flatMap((name) => packages[name]);
if (missing.length > 0 && canInstallPackages()) installPackages(missing);
