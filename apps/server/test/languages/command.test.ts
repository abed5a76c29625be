import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../../src/web/texts/en.ts'
import { emptyFolder, platform } from '../cli/command.ts'

const missing = (cwd: string, ...args: string[]) => platform(['translations', 'missing', ...args], { cwd })

test('English and German have every text', async () => {
  await using folder = await emptyFolder()
  for (const lang of ['en', 'de'])
    expect(await missing(folder.path, lang)).toEqual({
      exitCode: 0,
      stdout: `The language ${lang} has every text.\n`,
      stderr: '',
    })
})

test('for a language without a file it lists every text, with the place of the file', async () => {
  await using folder = await emptyFolder()
  const { exitCode, stdout, stderr } = await missing(folder.path, 'fr')
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^stream\.newest +Newest$/m)
  expect(stdout).toMatch(/^stream\.replies_many +\{count\} replies$/m)
  expect(stdout).toMatch(/^pages\.signIn +Sign in$/m)
  expect(stderr).toMatch(/^\d+ texts are missing in the language fr; write them into a new file /)
  expect(stderr.trim().endsWith(join('translations', 'fr.json'))).toBe(true)
})

test('what it prints as JSON is the content of the file, after which nothing is missing', async () => {
  await using folder = await emptyFolder()
  const answer = JSON.parse((await missing(folder.path, 'fr', '--json')).stdout)
  await mkdir(join(folder.path, 'translations'))
  const file = join(folder.path, 'translations', 'fr.json')
  await writeFile(file, JSON.stringify(answer.missing))
  expect(answer).toMatchObject({ lang: 'fr', file: expect.stringMatching(/translations\/fr\.json$/) })
  expect(Object.keys(answer.missing.pages)).toEqual(expect.arrayContaining(Object.keys(en)))
  expect(await missing(folder.path, 'fr')).toMatchObject({ exitCode: 0, stdout: 'The language fr has every text.\n' })
  const { signIn, ...others } = answer.missing.pages
  await writeFile(file, JSON.stringify({ ...answer.missing, pages: others }))
  expect(await missing(folder.path, 'fr')).toMatchObject({
    exitCode: 1,
    stdout: 'pages.signIn  Sign in\n',
    stderr: expect.stringContaining('1 text is missing in the language fr; add them to the file'),
  })
})

test('a word that is no language is refused, and a wrong file is named', async () => {
  await using folder = await emptyFolder()
  expect(await missing(folder.path, 'French')).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: 'French is no tag of a language; give one such as de or pt-BR\n',
  })
  await mkdir(join(folder.path, 'translations'))
  await writeFile(join(folder.path, 'translations', 'fr.json'), '{"pages": {"signin": "Se connecter"}}')
  const { exitCode, stderr } = await missing(folder.path, 'fr')
  expect([exitCode, stderr]).toEqual([78, expect.stringContaining('fr.json, line 1, column 22: pages.signin: ')])
})
