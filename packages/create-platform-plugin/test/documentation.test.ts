import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(join(source, file), 'utf8'))
  .join('\n')
const own = [
  ...readFileSync(join(source, 'index.ts'), 'utf8').matchAll(/^export (?:type )?\{([^}]+)\} from '\.\/.+'$/gm),
].flatMap(([, names]) => names!.split(',').map(name => name.trim().replace(/^type /, '')))

test.each(own)('%s is explained, with an example', name => {
  const declared = new RegExp(
    '(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\n(?:// biome-ignore [^\\n]*\\n)*' +
      `export (?:async )?(?:const|function|class|interface|type) ${name}\\b`,
  ).exec(text)
  expect(declared?.[1]).toMatch(/^\/\*\*\n \* [A-Z`][\s\S]*@example\n \* \S/)
})
