// Deliberate faults of comments, their counts and what users do with them: the rows 1d to 23 of
// apps/server/test/findings.md.
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'
const WORDS = 'packages/trust/src/words'
const WORDS_TEST = 'packages/trust/test/word-filter.test.ts'

/** @type {readonly import('./table.js').Mutation[]} */
export const CORRECTNESS_OF_COMMENTS = [
  {
    name: 'readers do not see a comment that waits for a moderator',
    file: `${FEATURES}/comments/model.ts`,
    before: 'some(status => status === comment.status)',
    after: "some(status => status === comment.status || comment.status === 'PREMOD')",
    test: `${TESTS}/live/events.test.ts`,
    title: 'an edit that hides the comment, while moderators hear of it',
  },
  {
    name: 'only visible replies count for the parent',
    file: `${FEATURES}/comments/counters.ts`,
    before: 'const step = Number(isVisible(after)) -',
    after: 'const step = 1 -',
    test: `${TESTS}/comments/decisions.test.ts`,
    title: 'after a change from',
  },
  {
    name: 'a new decision takes back the karma of the one before',
    file: `${FEATURES}/comments/karma.ts`,
    before: 'karmaDifference(before.verdict ?? null, after.status)',
    after: 'karmaDifference(null, after.status)',
    test: `${TESTS}/moderation/flags.test.ts`,
    title: 'of author and flaggers follows the last decision, however often it is taken, reversed or reset',
  },
  {
    name: 'counts follow an edit',
    file: `${FEATURES}/comments/edit.ts`,
    before: 'await counters.follow({ before, after }, session)',
    after: '',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'that hides a reply takes it out of every count, and one that shows it brings it back',
  },
  {
    name: 'an edit stores no action that the comment has already',
    file: `${FEATURES}/comments/write.ts`,
    before: '!known.has(keyOf(action)) && ',
    after: '',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'is announced, though the filter finds the same word as before',
  },
  {
    name: 'only an item that the user can see is flagged',
    file: `${FEATURES}/actions/mutators.ts`,
    before: 'if (!(await findItem(context, item_type, item_id))) throw new NotFoundError()',
    after: '',
    test: `${TESTS}/moderation/flags.test.ts`,
    title: 'what is hidden, gone, of another kind, or an asset is not found',
  },
  {
    name: 'an unknown page has no comments to count',
    file: `${FEATURES}/comments/resolvers.ts`,
    before: '{ ...wanted, asset_id: asset.id }) : 0',
    after: '{ ...wanted, asset_id: asset.id }) : context.loaders.Comments.getCountByQuery(wanted)',
    test: `${TESTS}/comments/counts.test.ts`,
    title: 'of an address that is not known is 0, and of nothing but an address that of its page',
  },
  {
    name: 'two lists of one discussion keep their own arguments',
    file: `${FEATURES}/comments/loaders.ts`,
    before: 'JSON.stringify(query)}`',
    after: "''}`",
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'all levels and the first one can be asked for side by side, in either order',
  },
  {
    name: 'an edit names the discussion of its comment',
    file: `${FEATURES}/comments/edit.ts`,
    before: ' || found.asset_id !== input.asset_id',
    after: '',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'is moderated by the settings of its own discussion, whatever asset the client names',
  },
  {
    name: 'letters of every script are part of a word',
    file: `${WORDS}/tokens.ts`,
    before: 'const IN_WORD = /[\\p{L}\\p{M}\\p{N}]/u',
    after: 'const IN_WORD = /[\\p{Script=Latin}\\p{M}\\p{N}]/u',
    test: WORDS_TEST,
    title: 'another word that looks alike is not found',
  },
  {
    name: 'letters are compared by full case folding',
    file: `${WORDS}/normalise.ts`,
    before: '.toLowerCase().toUpperCase().toLowerCase()',
    after: '.toLowerCase()',
    test: WORDS_TEST,
    title: 'a character is compared alike in every case it has, alone and within a word',
  },
  {
    name: 'the operator decides whether flags on the staff are stored',
    file: `${FEATURES}/actions/mutations.ts`,
    before: '!context.services.config.ignoreFlagsAgainstStaff || ',
    after: '',
    test: `${TESTS}/moderation/flags.test.ts`,
    title: 'flags of staff go nowhere, unless the operator wants them',
  },
  {
    name: 'the store has each action of a user once',
    file: `${FEATURES}/actions/model.ts`,
    before: 'item_type: 1, group_id: 1 }, unique: true }',
    after: 'item_type: 1, group_id: 1 } }',
    test: `${TESTS}/moderation/flags.test.ts`,
    title: 'twelve simultaneous requests for the same flag store it once, and each answer has that flag',
  },
]
