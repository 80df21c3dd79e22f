// Type-checks some of the files of a configuration. Other files are read only if these import them.
import path from 'node:path';
import ts from 'typescript';

const [config, list] = process.argv.slice(2);
const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, path.dirname(path.resolve(config)));
const program = ts.createProgram({ rootNames: fileNames, options });
const faults = JSON.parse(list).flatMap((name) => {
  const file = program.getSourceFile(path.resolve(name));
  if (!file) return [`${name} is no file of ${config}.\n`];
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return ts.formatDiagnostics(found, {
    getCanonicalFileName: (one) => one,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  });
});
process.stdout.write(faults.join(''));
process.exitCode = faults.join('') === '' ? 0 : 1;
