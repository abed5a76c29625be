// Copies the mail templates of the features from `src` to `dist` of the package in the current folder. The compiler
// writes the modules only, and each module reads its templates from the folder `mail` beside it.
import { cpSync, globSync } from 'node:fs'
import { join, relative } from 'node:path'

for (const file of globSync('src/**/mail/*.{txt,html,json}')) cpSync(file, join('dist', relative('src', file)))
