import { readFile } from 'node:fs/promises'
import { buildSchema, DangerousChangeType, findBreakingChanges, findDangerousChanges } from 'graphql'
import { expect, test } from 'vitest'
import { schemaReference } from '../../src/main/reference/schema.ts'

test('programs written for the older server find every name, type and default they ask for', async () => {
  const theirs = buildSchema(await readFile(new URL('./older-clients.graphql', import.meta.url), 'utf8'))
  const ours = buildSchema(schemaReference())
  expect(findBreakingChanges(theirs, ours).map(({ description }) => description)).toEqual([])
  // A program that doesn't name an optional argument or input field is answered as before.
  const harmless: readonly string[] = [
    DangerousChangeType.OPTIONAL_ARG_ADDED,
    DangerousChangeType.OPTIONAL_INPUT_FIELD_ADDED,
  ]
  const dangerous = findDangerousChanges(theirs, ours).filter(({ type }) => !harmless.includes(type))
  expect(dangerous.map(({ description }) => description)).toEqual([])
})
