// Deliberate faults of events, of the order of hooks and of plugins: D10 to D16 of apps/server/test/findings.md.
const SERVER = 'apps/server/src'
const FEATURES = 'apps/server/src/features'
const TESTS = 'apps/server/test'

/** @type {readonly import('./table.js').Mutation[]} */
export const DESIGN_OF_EVENTS = [
  {
    name: 'a change of tags is announced',
    file: `${FEATURES}/tags/service.ts`,
    before: 'await events.publish(event, { id: record.id, item_type: model, name, ...place })',
    after: '',
    test: `${TESTS}/tags/tag-mutations.test.ts`,
    title: 'a tag that is put on or taken off is announced to plugins, once',
  },
  {
    name: 'a discussion that closes or opens is announced',
    file: `${FEATURES}/assets/closing.ts`,
    before: 'if (changed) await events.publish(event, { id, asset_id: id })',
    after: '',
    test: `${TESTS}/assets/closing.test.ts`,
    title: 'readers of a discussion hear that it closes, and that it opens; readers of others do not',
  },
  {
    name: 'a change of settings is announced',
    file: `${FEATURES}/settings/service.ts`,
    before: 'if (changed) await onChanged?.()',
    after: '',
    test: `${TESTS}/settings/settings.test.ts`,
    title: 'each subscriber gets one event about a changed setting, with the fields it may see',
  },
  {
    name: 'a decision about a comment is announced',
    file: `${FEATURES}/comments/decide.ts`,
    before: "return announce(services, 'decide', change)",
    after: 'return change',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'a decision for',
  },
  {
    name: 'the flags of a comment are stored before it is announced',
    file: `${FEATURES}/comments/post.ts`,
    before: 'comment.action_counts = await recordActions(services',
    after: 'setTimeout(recordActions, 60_000, services',
    test: `${TESTS}/comments/effects.test.ts`,
    title: 'when a new comment is announced, what the pipeline says of it is there',
  },
  {
    name: 'a phase that gives no status leaves the decision to the next one',
    file: `${FEATURES}/comments/moderation/run.ts`,
    before: 'if (answer?.status)',
    after: 'if (answer)',
    test: `${TESTS}/hooks/moderation.test.ts`,
    title: 'is the documented one, and plugins come where they say, in their own order',
  },
  {
    name: 'a hook waits for the one before it',
    file: `${SERVER}/composition/schema/field-hooks.ts`,
    before: 'isThenable(value) ? Promise.resolve(value).then(next) : next(value)',
    after: 'next(value)',
    test: `${TESTS}/compose/hooks.test.ts`,
    title: 'each waits for the one before it',
  },
  {
    name: 'an error of a plugin is marked as its own',
    file: `${SERVER}/composition/attribution.ts`,
    before: 'const result = run.apply(this, args)\n',
    after: 'if (args) return run.apply(this, args)\n      const result = run.apply(this, args)\n',
    test: `${TESTS}/hooks/failing.test.ts`,
    title: 'names the plugin in the log, tells a client nothing, and leaves the rest running',
  },
  {
    name: 'a package that the server imports is its dependency',
    file: 'apps/server/package.json',
    before: '"proxy-addr":',
    after: '"proxy-address":',
    test: `${TESTS}/findings.test.ts`,
    title: 'every package that the server imports is a dependency of its package.json',
  },
]
