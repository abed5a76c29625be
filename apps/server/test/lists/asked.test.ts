import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { askedDocuments, clientQueries, rootFieldsOf } from './asked.ts'

test('every query of the stream and the panel, and every field of the API, is measured on a large site', async () => {
  await using platform = await createTestPlatform()
  const writer = await platform.createUser()
  const asked = askedDocuments({ writer })
  expect(Object.keys(clientQueries()).filter(name => !(name in asked))).toEqual([])
  const fields = new Set(Object.values(asked).flatMap(({ text }) => rootFieldsOf(text)))
  // Lists and counts of comments have cases of their own, in `million.long.test.ts`.
  const { data } = await platform.graphql('{ __schema { queryType { fields { name } } } }')
  const all = (data!['__schema'] as { queryType: { fields: { name: string }[] } }).queryType.fields
  expect(all.map(({ name }) => name).filter(name => !fields.has(name))).toEqual([])
})
