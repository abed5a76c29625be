import { expect, test } from 'vitest'
import { askedDocuments, clientDocuments, rootFieldsOf } from './asked.ts'
import { changesOfParts } from './changes.ts'
import { createListedPlatform } from './listed-platform.ts'

test('every query of the stream and the panel, and every field of the API, is measured on a large site', async () => {
  await using platform = await createListedPlatform()
  const writer = await platform.createUser()
  const asked = askedDocuments(platform, { writer })
  expect(Object.keys(clientDocuments(platform, 'query')).filter(name => !(name in asked))).toEqual([])
  const fields = new Set(Object.values(asked).flatMap(({ text }) => rootFieldsOf(text)))
  // Lists and counts of comments have cases of their own, in `million.long.test.ts`.
  const { data } = await platform.graphql('{ __schema { queryType { fields { name } } } }')
  const all = (data!['__schema'] as { queryType: { fields: { name: string }[] } }).queryType.fields
  expect(all.map(({ name }) => name).filter(name => !fields.has(name))).toEqual([])
})

test('every mutation of the client parts is measured on a large site', async () => {
  await using platform = await createListedPlatform()
  const parts = Object.keys(clientDocuments(platform, 'mutation')).filter(name => name.includes('/'))
  expect(parts.toSorted()).toEqual(Object.keys(changesOfParts(platform)).toSorted())
})
