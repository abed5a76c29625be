// Deliberate faults of answers and errors: D2 to D8 of apps/server/test/findings.md.
const SERVER = 'apps/server/src'
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const DESIGN_OF_ANSWERS = [
  {
    name: 'the error of a mutation has a sentence',
    file: `${SERVER}/composition/schema/mutation-errors.ts`,
    before: 'message: withoutSecrets(error.message)',
    after: 'message: error.translation_key',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'a refusal has a sentence that says what is allowed, and a code for programs',
  },
  {
    name: 'the error of a mutation names the value',
    file: `${SERVER}/composition/schema/mutation-errors.ts`,
    before: '    field_name: field,\n',
    after: '',
    test: `${TESTS}/settings/settings.test.ts`,
    title: 'all bad values are named together, and then nothing changes',
  },
  {
    name: 'a list that the caller may not see is empty and not null',
    file: `${FEATURES}/users/resolvers.ts`,
    before: 'nodes: [],',
    after: 'nodes: null,',
    test: `${TESTS}/comments/visibility.test.ts`,
    title: 'the name is all that',
  },
  {
    name: 'replies can be asked for without a query',
    file: `${FEATURES}/comments/resolvers.ts`,
    before: 'getReplies(parent, query ?? {})',
    after: 'getReplies(parent, query)',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'a list that is asked for with',
  },
  {
    name: 'the reason of a flag is answered',
    file: `${FEATURES}/actions/index.ts`,
    before: '      reason: ({ group_id: reason }: Action) => reason,\n',
    after: '',
    test: `${TESTS}/permissions/within.test.ts`,
    title: 'are shown to moderators with who made them, and what they wrote',
  },
  {
    name: 'a karma at a threshold has reached it',
    file: 'packages/trust/src/reliability.ts',
    before: 'karma <= unreliable',
    after: 'karma < unreliable',
    test: 'packages/trust/test/karma.test.ts',
    title: 'thresholds are inclusive, and more karma never makes a user less reliable',
  },
  {
    name: 'an error of the platform has its cause',
    file: 'packages/plugin-sdk/src/errors.ts',
    before: 'options.cause === undefined ? undefined : { cause: options.cause }',
    after: 'undefined',
    test: 'packages/plugin-sdk/test/errors.test.ts',
    title: 'keep facts for clients, and the cause',
  },
  {
    name: 'a list can be asked for without deleted comments',
    file: `${FEATURES}/comments/filter.ts`,
    before: '    ...(query.excludeDeleted ? { deleted_at: null } : {}),\n',
    after: '',
    test: `${TESTS}/comments/reading.test.ts`,
    title: 'a tombstone stays in its thread, without text or author, and can be left out',
  },
]
