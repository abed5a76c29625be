import type { ClientPlugin } from '@platform/client-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { COMMENTS, coreTabs, loadStreamBuild } from '@platform/stream'
import { expect, test } from 'vitest'

const { parts: _parts, ...build } = await loadStreamBuild()
const tab = () => null
const heardBy = (document: string) => ({ document, heard: () => undefined })
const queueOf = (document: string) => ({
  ...{ name: 'mine', icon: 'M4 12h16' },
  subscriptions: { added: heardBy(document) },
})

/** Starts a platform with client parts. @returns why it does not start. */
async function refusal(...parts: readonly object[]): Promise<string> {
  const listed = parts.map((part, i) => ({ plugin: `plugin-${i + 1}`, version: '1.0.0', part: part as ClientPlugin }))
  const sources = new Map(listed.map(({ plugin }) => [plugin, `plugins/${plugin}/client/index.tsx`]))
  return createTestPlatform({ streamBuild: { ...build, parts: listed, sources } }).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      return 'it starts'
    },
    (error: Error) => error.message,
  )
}

test.each([
  ['streamTabs', { tabs: { streamTabs: 'pins' }, slots: { streamTabs: tab } }],
  ['embedStreamTabs', { tabs: { embedStreamTabs: 'pins' }, slots: { embedStreamTabsPrepend: tab } }],
])('two plugins with one tab name in %s are refused, and both are named', async (_level, part) => {
  const message = await refusal(part, part)
  expect(message).toMatch(/PLUGIN_CLIENT_INVALID[\s\S]*plugin-1[\s\S]*plugin-2/)
  expect(message).toMatch(/two plugins have a tab named "pins"[\s\S]*plugin-1\/client\/index\.tsx/)
  expect(message).toContain('plugins/plugin-2/client/index.tsx')
})

test('two tabs with the comments of one tag are refused, and both plugins are named', async () => {
  const part = (name: string) => ({ tabs: { streamTabs: { name, tag: 'PINNED' } }, slots: { streamTabs: tab } })
  const message = await refusal(part('pins'), part('notes'))
  expect(message).toContain('two plugins have a tab with the comments that are tagged "PINNED"')
  expect(message).toMatch(/plugin-1[\s\S]*plugin-2/)
})

test('a tab of a tag with the name of another tab is refused', async () => {
  const named = { tabs: { streamTabs: { name: 'plugin-2', tag: 'PINNED' } }, slots: { streamTabsPrepend: tab } }
  expect(await refusal(named, { slots: { streamTabs: tab } })).toContain('two plugins have a tab named "plugin-2"')
})

test('a tab with the name of another plugin that names none is refused, too', async () => {
  expect(
    await refusal({ slots: { streamTabs: tab } }, { tabs: { streamTabs: 'plugin-1' }, slots: { streamTabs: tab } }),
  ).toContain('two plugins have a tab named "plugin-1"')
})

test.each([COMMENTS, ...coreTabs.map(({ name }) => name)])(
  'a tab at the top with the name %s of one of the core is refused',
  async name => {
    const part = { tabs: { embedStreamTabs: name }, slots: { embedStreamTabs: tab } }
    expect(await refusal(part)).toContain(`the tab "${name}" is one of the core`)
  },
)

test.each([
  [
    'a tab of the core',
    { tabs: { streamTabs: 'all' }, slots: { streamTabs: tab } },
    'the tab "all" is one of the core',
  ],
  ['an unknown level of tabs', { tabs: { profileTabs: 'x' } }, 'there is no level of tabs "profileTabs"'],
  ['a tab name with a space', { tabs: { streamTabs: 'my pins' } }, 'expected a name of letters, digits, - and _'],
  ['a tab without a tag', { tabs: { streamTabs: { name: 'pins' } } }, 'tabs.streamTabs: expected a name of letters'],
  [
    'a tab of a tag without a label',
    { tabs: { streamTabs: { tag: 'PINNED' } } },
    'tabs.streamTabs: the tab has no label; put a component into the slot streamTabs',
  ],
  [
    'a tab of a tag that has something else to open',
    { tabs: { streamTabs: { tag: 'PINNED' } }, slots: { streamTabs: tab, streamTabPanes: tab } },
    'slots.streamTabPanes: it is never shown, because a tab with a tag opens the comments that have it',
  ],
  [
    'a queue of an unknown status',
    { queues: { mine: { name: 'mine', icon: 'M4 12h16', statuses: ['ACEPTED'] } } },
    'queues.mine.statuses: there is no value "ACEPTED" in COMMENT_STATUS; did you mean ACCEPTED?',
  ],
  [
    'a queue of an unknown action',
    { queues: { mine: { name: 'mine', icon: 'M4 12h16', action_type: 'FLAGS' } } },
    'there is no value "FLAGS" in ACTION_TYPE; did you mean FLAG?',
  ],
  ['a queue without an icon', { queues: { mine: { name: 'mine' } } }, 'queues.mine.icon: expected a text'],
  ['a configuration without a default', { config: { color: 'red' } }, 'config.color: expected { default }'],
  [
    'an own fragment that the graph does not have',
    { own: { Comment: 'fragment A on Comment { nothing }' } },
    'nothing',
  ],
  [
    'a fragment on RootQuery of which no slot would get what depends on the reader',
    { fragments: { RootQuery: 'fragment A on RootQuery { liveTicket }' } },
    'liveTicket depends on who asks, and of RootQuery only "me" is asked for apart, which useViewer gives',
  ],
  [
    'a reader under another name, whom useViewer would not give',
    { own: { RootQuery: 'fragment A on RootQuery { ... on RootQuery { reader: me { id } } }' } },
    'ask for a field of "me", or ask for it by one of the queries of the part',
  ],
  [
    'a fragment on RootQuery in a slot of the admin panel',
    { slots: { userProfile: { component: tab, fragments: { root: 'fragment A on RootQuery { __typename }' } } } },
    'the admin panel asks for nothing of RootQuery; ask for it by one of the queries of the part',
  ],
  [
    'a subscription with a variable that no page gives',
    { subscriptions: { added: heardBy('subscription ($id: ID!) { commentAdded(asset_id: $id) { id } }') } },
    'the subscription is given no variable but $asset: write a value in place of $id',
  ],
  [
    'a subscription of a queue with the variable of a discussion',
    { queues: { mine: queueOf('subscription ($asset: ID!) { commentAdded(asset_id: $asset) { id } }') } },
    'the subscription is given no variables: write a value in place of $asset',
  ],
  ['init that is no function', { init: {} }, 'init: expected a function'],
])('%s is refused', async (_what, part, message) => {
  expect(await refusal(part)).toContain(message)
})

test('two plugins whose fragments ask for one field differently are both named; a name of its own for it is enough', async () => {
  const asking = (field: string) => ({
    fragments: { Comment: `fragment Newest on Comment { ${field} { nodes { id } } }` },
  })
  const few = asking('newest: replies(query: { limit: 1 })')
  const message = await refusal(few, asking('newest: replies(query: { limit: 2 })'))
  expect(message).toMatch(/PLUGIN_FRAGMENT_INVALID[\s\S]*plugin-1[\s\S]*plugin-2/)
  expect(message).toContain('it can\'t be asked for together with the fragment of plugin-1: Fields "newest" conflict')
  expect(message).toContain('plugins/plugin-2/client/index.tsx')
  expect(await refusal(few, few, asking('first: replies(query: { limit: 2 })'))).toBe('it starts')
})
