import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
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
