import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { requirePlugin } from './require-plugin.ts'

const PEOPLE = `
const asked = []
module.exports = {
  typeDefs: 'type RootQuery { people: String }',
  loaders: () => ({
    People: {
      async get(id) {
        asked.push(id)
        if (id === 'nobody') throw new Error('there is nobody')
        return { id }
      },
      async between(from, to) { return from + '-' + to },
    },
  }),
  resolvers: {
    RootQuery: {
      async people(root, args, { loaders: { People, Users, Comments }, user }) {
        const tick = [People.get.load('a'), People.get.load('b'), People.get.load('a')]
        const before = asked.length
        await Promise.all(tick)
        const many = await People.get.loadMany(['a', 'nobody'])
        People.get.clear('a')
        await People.get.load('a')
        People.get.prime('c', { id: 'primed' })
        return JSON.stringify({
          before,
          asked,
          many: many.map(each => (each instanceof Error ? each.message : each.id)),
          primed: (await People.get.load('c')).id,
          called: (await People.get('d')).id,
          between: await People.between.load([1, 2]),
          core: [
            (await Users.getByID.load(user.id)).username,
            await Comments.get.load('00000000-0000-4000-8000-000000000000'),
          ],
        })
      },
    },
  },
}`

test('loaders of the core and of plugins have load, loadMany, clear and prime', async () => {
  await using people = await requirePlugin('people', { 'index.js': PEOPLE })
  await using platform = await createTestPlatform({ plugins: [people.plugin] })
  const ada = platform.as(await platform.createUser({ username: 'Ada' }))
  const { data } = await ada.graphql('{ people }')
  expect(JSON.parse(data!['people'])).toEqual({
    before: 0,
    asked: ['a', 'b', 'nobody', 'a', 'd'],
    many: ['a', 'there is nobody'],
    primed: 'primed',
    called: 'd',
    between: '1-2',
    core: ['Ada', null],
  })
  const again = await ada.graphql('{ people }')
  expect(JSON.parse(again.data!['people']).asked.slice(5)).toEqual(['a', 'b', 'nobody', 'a', 'd'])
})
