import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Who may ask the language itself, and why that is bounded. */
const LISTED: Readonly<Record<string, string>> = {
  'packages/trust/src/words/normal-form.ts': 'bounds the runs of marks first',
  'packages/auth/src/passwords/argon2id.ts': 'a password of at most 1,024 bytes, of which no mark may be lost',
  'packages/auth/src/passwords/password-problem.ts': 'a password of at most 1,024 bytes',
  'packages/auth/src/passwords/guessable.ts': 'a password of at most 1,024 bytes',
}

test('texts are brought to a normal form in one place, which bounds what that takes [E02]', async () => {
  const found: string[] = []
  for await (const file of glob('{apps,packages,plugins}/*/{src,server,client,bin}/**/*.{ts,tsx,js}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })) {
    if (/\.normalize\(|['"]normalize['"]/.test(await readFile(`${ROOT}${file}`, 'utf8'))) found.push(file)
  }
  expect(found.sort()).toEqual(Object.keys(LISTED).sort())
})
