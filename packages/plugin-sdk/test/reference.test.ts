import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PLUGIN_CODES, pluginReference } from '../src/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('the committed page is the one that is made from the tables; `pnpm run docs` writes it', () => {
  expect(readFileSync(`${root}/docs/reference/plugins.md`, 'utf8')).toBe(pluginReference())
})

test('every code that the server can give is documented, and none is that it can not give', () => {
  const sources = execFileSync('grep', ['-rhoE', "['\\x60]PLUGIN_[A-Z_]+", `${root}/apps/server/src`, `${root}/packages/plugin-sdk/src`, '--include=*.ts', '--exclude=plugin-codes.ts'], { encoding: 'utf8' })
  const given = new Set(sources.split('\n').filter(Boolean).map(code => code.slice(1)).filter(code => !['PLUGIN_CODES', 'PLUGIN_'].includes(code)))
  expect([...given].sort()).toEqual(Object.keys(PLUGIN_CODES).filter(code => code.startsWith('PLUGIN_')).sort())
})

test('so is every code of a problem with definitions', () => {
  const source = readFileSync(`${root}/packages/core-schema/src/merge/problem.ts`, 'utf8')
  const codes = [...source.matchAll(/\/\*\* .*\n {2}\| '(SCHEMA_[A-Z_]+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.sort()).toEqual(Object.keys(PLUGIN_CODES).filter(code => code.startsWith('SCHEMA_')).sort())
})
