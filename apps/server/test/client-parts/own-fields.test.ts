import { defineClientPlugin } from '@platform/client-sdk'
import { definePlugin, shared } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild } from '@platform/stream'
import { expect, test } from 'vitest'

const marks = definePlugin({
  name: 'marks',
  sdk: '^1.0',
  typeDefs: 'type Comment { mark: String note: String }',
  resolvers: { Comment: { mark: shared(({ id }) => `mark ${id}`), note: shared(({ id }) => `note ${id}`) } },
  permissions: { 'Comment.mark': 'ANYBODY', 'Comment.note': 'SEARCH_ACTIONS' },
})

const part = defineClientPlugin({
  slots: { commentInfoBar: () => null },
  fragments: { Comment: 'fragment Marks on Comment { mark note status_history { type } user { id noteCount } }' },
})

test('fields of comments that only some callers may read are asked for apart from the shared page', async () => {
  const streamBuild = { ...(await loadStreamBuild()), parts: [{ plugin: 'marks', version: null, part }] }
  await using platform = await createTestPlatform({ plugins: [marks], streamBuild })
  const texts = [...platform.services.composition.streamDocuments.texts.values()].join('\n')
  expect(texts).toContain('fragment Part0 on Comment{mark user{id}}')
  expect(texts).toContain('fragment OwnPart0 on Comment{note status_history{type}user{noteCount}}')
})
