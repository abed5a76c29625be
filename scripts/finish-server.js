// Writes what the modules of the server need beside them to `dist` of its package, which is the current folder. The
// compiler writes the modules only.
import { cpSync, globSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// Each feature reads its mail templates from the folder `mail` beside its module.
for (const file of globSync('src/**/mail/*.{txt,html,json}')) cpSync(file, join('dist', relative('src', file)))

// Node parses the `exports` of a module's package again for each package that the module imports. The server lists many
// paths there: without this smaller file nearer to the modules, a start takes a seventh more processor time.
writeFileSync('dist/package.json', '{ "type": "module" }\n')
