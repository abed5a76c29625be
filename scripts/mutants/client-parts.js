// Deliberate faults of what browsers load: the SDK of client parts, own marks, menus, and what open pages hear.
const SDK = 'packages/client-sdk/src'
const BROWSER = 'apps/stream/src/browser'
const TESTS = 'apps/server/test/client-parts'
const FEATURED = 'plugins/platform-plugin-featured-comments/test/tab.test.ts'

/** @type {readonly import('./table.js').Mutation[]} */
export const CLIENT_PARTS = [
  {
    name: 'a reaction that the page knows already is not counted again',
    file: `${SDK}/reaction/summaries.ts`,
    before: '...(ownId(own) === null ? { comment: withCount(comment, 1) } : {}),',
    after: 'comment: withCount(comment, 1),',
    test: `${TESTS}/reactions.test.ts`,
    title: 'is given and taken back by a click, counted for everybody, and marked for its reader only',
  },
  {
    name: 'a reaction of the reader in another tab is marked as their own',
    file: `${SDK}/reaction/define-reaction-client.tsx`,
    before: 'viewer !== null && action.user?.id === viewer.id',
    after: 'false',
    test: `${TESTS}/reactions.test.ts`,
    title: 'of the same reader in another tab is marked there, too',
  },
  {
    name: 'a list is read after the changes that the page shows already',
    file: `${BROWSER}/graph.ts`,
    before: 'await answered()\n        return askSharedGraph',
    after: 'return askSharedGraph',
    test: FEATURED,
    title: 'a tab that a moderator opens before the server has answered has the comment that was just featured',
  },
  {
    name: 'Escape closes a menu and gives the focus back',
    file: `${SDK}/menu.tsx`,
    before: "details.open = false\n    details.querySelector('summary')?.focus()",
    after: 'details.open = false',
    test: `${TESTS}/moderation-menu.test.ts`,
    title: 'gives the focus back to its button after Escape and after a click outside',
  },
  {
    name: 'an open menu closes by a click outside',
    file: `${SDK}/menu.tsx`,
    before: 'details.open = false\n    if (type ===',
    after: 'if (type ===',
    test: `${TESTS}/author-menu.test.ts`,
    title: 'says since when the author is a member, and closes by Escape and a click outside',
  },
  {
    name: 'a reason in the words of the moderator goes before a given one',
    file: `${SDK}/mutation-form.tsx`,
    before: "(kind === 'variables' ? value !== '' || !(name in found) : !found[name])",
    after: '!found[name]',
    test: `${TESTS}/moderation-menu.test.ts`,
    title: 'rejects with a given reason, and with words of the moderator’s own',
  },
  {
    name: 'readers have no menu of moderators',
    file: 'plugins/platform-plugin-moderation-actions/client/index.tsx',
    before: "viewer?.role === 'ADMIN' || viewer?.role === 'MODERATOR'",
    after: 'viewer !== null',
    test: `${TESTS}/moderation.test.ts`,
    title: 'have no menu as readers, load nothing of it before it is opened, and have no ban for themselves',
  },
  {
    name: 'a page that nobody has used follows what plugins want to hear about',
    file: `${BROWSER}/follow-parts.ts`,
    before: 'for (const name of subscriptions) {',
    after: 'for (const name of subscriptions.slice(9)) {',
    test: `${TESTS}/reactions.test.ts`,
    title: 'shows in a page that nobody has used, also on the first of several',
  },
  {
    name: 'a removed comment that a page has not loaded leaves its numbers',
    file: `${BROWSER}/decided.ts`,
    before: 'if (!thread.has(id)) return news.readStatus()',
    after: 'if (!thread.has(id)) return',
    test: FEATURED,
    title: 'comments that a page has not loaded leave its numbers when they are rejected',
  },
  {
    name: 'a build leaves the folder of another one that may be at work',
    file: 'apps/stream/src/build/interrupted.ts',
    before: 'LONGEST = 3_600_000',
    after: 'LONGEST = -1',
    test: 'apps/server/test/cli/build.test.ts',
    title: 'a build removes what others left that were ended',
  },
  {
    name: 'a page reads again from some time before the last comment that it knows',
    file: 'apps/stream/src/thread/overlap.ts',
    before: 'OVERLAP = 30_000',
    after: 'OVERLAP = 3_000',
    test: 'apps/server/test/stream/clocks-apart.test.ts',
    title: 'is read by a page that comes back, and no other one is read twice',
  },
  {
    name: 'a picture that was removed during an absence goes from the page',
    file: `${BROWSER}/catch-up.ts`,
    before: '{ ...changedPartFields(fields.value, comment), user }',
    after: '{ ...changedPartFields(fields.value, comment) }',
    test: 'apps/server/test/avatars/browser.test.ts',
    title: 'a picture that is removed while a page can open no socket goes, too',
  },
  {
    name: 'a word of both lists counts as banned',
    file: 'plugins/platform-plugin-rich-text/client/admin/marked-words.tsx',
    before: 'if (!found.some(other => start < other.end && other.start < end)) found.push',
    after: 'found.push',
    test: 'plugins/platform-plugin-rich-text/test/marked-words.test.ts',
    title: 'marks ',
  },
]
