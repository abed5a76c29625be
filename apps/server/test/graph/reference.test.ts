import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { coreFieldsModule } from '../../src/main/reference/core-fields.ts'
import { coreIndexesModule } from '../../src/main/reference/core-indexes.ts'
import { schemaReference } from '../../src/main/reference/schema.ts'

test('the reference page of the schema is fresh (pnpm run docs)', async () => {
  expect(await readFile(new URL('../../../../docs/reference/schema.graphql', import.meta.url), 'utf8')).toBe(
    schemaReference(),
  )
})

test('every element of it is described', () => {
  const lines = schemaReference().split('\n')
  const undescribed = lines.filter(
    (line, i) =>
      /^(type|interface|enum|input|scalar) |^ {2}\w+(\(|:| *$)/.test(line) &&
      !/^ {2}(query|mutation|subscription): /.test(line) &&
      !/"""$/.test(lines[i - 1] ?? ''),
  )
  expect(undescribed).toEqual([])
})

test('the names of the fields in the SDK are those of the schema (pnpm run docs)', async () => {
  const file = new URL('../../../../packages/plugin-sdk/src/hooks/core-fields.ts', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(coreFieldsModule())
})

test('the indexes that an import makes are those of the features (pnpm run docs)', async () => {
  const file = new URL('../../src/composition/core-indexes.ts', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(coreIndexesModule())
})
