import { readFile } from 'node:fs/promises'
import { buildSchema, DangerousChangeType, findBreakingChanges, findDangerousChanges } from 'graphql'
import { expect, test } from 'vitest'
import { schemaReference } from '../../src/main/reference/schema.ts'

test('programs written for the older server find every name, type and default they ask for', async () => {
  const theirs = buildSchema(await readFile(new URL('./older-clients.graphql', import.meta.url), 'utf8'))
  const ours = buildSchema(schemaReference())
  expect(findBreakingChanges(theirs, ours).map(({ description }) => description)).toEqual([])
  const dangerous = findDangerousChanges(theirs, ours).filter(
    ({ type }) => type !== DangerousChangeType.OPTIONAL_INPUT_FIELD_ADDED,
  )
  expect(dangerous.map(({ description }) => description)).toEqual([])
})
