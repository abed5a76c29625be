import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PLUGIN_CODES } from '../src/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('every code that the server can give is documented, and none is that it can not give', () => {
  const files = globSync(['apps/server/src/**/*.ts', 'packages/plugin-{sdk,host}/src/**/*.ts'], { cwd: root }).filter(
    file => !file.endsWith('plugin-codes.ts'),
  )
  const codes = files.flatMap(file => readFileSync(`${root}/${file}`, 'utf8').match(/(?<=['`])PLUGIN_[A-Z_]+/g) ?? [])
  const given = new Set(codes.filter(code => !['PLUGIN_CODES', 'PLUGIN_'].includes(code)))
  expect([...given].sort()).toEqual(
    Object.keys(PLUGIN_CODES)
      .filter(code => code.startsWith('PLUGIN_'))
      .sort(),
  )
})

test('so is every code of a problem with definitions', () => {
  const source = readFileSync(`${root}/packages/core-schema/src/merge/problem.ts`, 'utf8')
  const codes = [...source.matchAll(/\/\*\* .*\n {2}\| '(SCHEMA_[A-Z_]+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.sort()).toEqual(
    Object.keys(PLUGIN_CODES)
      .filter(code => code.startsWith('SCHEMA_'))
      .sort(),
  )
})
