import { expect, test } from 'vitest'
import { CompositionError, disablePlugins, type Problem, reportOf, textOf, unlessProvided } from '../src/index.ts'

const likes = { name: 'likes', version: '1.4.0', origin: 'plugins/likes/index.js' }
const polls = { name: 'polls', origin: 'plugins/polls/index.js' }

const problem: Problem = {
  code: 'PLUGIN_UNKNOWN_FIELD',
  plugins: [likes],
  hook: 'hooks',
  at: 'Comment.lkes',
  message: 'the type Comment has no such field',
  fix: 'correct the name',
}
const clash: Problem = { code: 'PLUGIN_CONFLICT', plugins: [likes, polls], message: 'both want it' }

test('the text names plugin, hook, place and file', () => {
  expect(textOf(problem)).toBe(
    'likes@1.4.0 hooks: Comment.lkes: the type Comment has no such field\n  likes  plugins/likes/index.js',
  )
})

test('a problem of no hook is a sentence of its own, with the files of all plugins concerned', () => {
  expect(textOf(clash)).toBe('both want it\n  likes  plugins/likes/index.js\n  polls  plugins/polls/index.js')
})

test('a rendered problem has its message first, then further facts, then the files', () => {
  expect(textOf({ ...clash, plugins: [polls], related: { from: 'PLATFORM_PLUGIN_POLLS_MAX' } })).toBe(
    'both want it\n  from  PLATFORM_PLUGIN_POLLS_MAX\n  polls  plugins/polls/index.js',
  )
})

test('a report has the code in front and the fix at the end', () => {
  expect(new CompositionError([problem, clash]).message).toBe(`${reportOf(problem)}\n${reportOf(clash)}`)
  expect(reportOf(problem)).toMatch(/^PLUGIN_UNKNOWN_FIELD {2}likes@1\.4\.0 .*\n.*\n {2}fix {2}correct the name$/)
})

test.each<[Problem, boolean]>([
  [problem, true],
  [{ ...clash, mayBeProvided: true }, true],
  [clash, false],
])(
  'a plugin that could not be looked at is a reason for doubt where it may provide what is missing (%#)',
  (found, doubt) => {
    expect(textOf(unlessProvided(found, ['likes', 'broken'])).includes('unless broken provides it')).toBe(doubt)
    expect(unlessProvided(found, [])).toBe(found)
  },
)

test('a plugin that may be disabled goes for its problems, and solves those it shares', () => {
  const plugins = [
    { ...likes, hooks: {}, onFailure: 'disable' as const },
    { ...polls, hooks: {} },
  ]
  expect(disablePlugins(plugins, [clash])).toEqual({
    disabled: [{ name: 'likes', reason: textOf(clash) }],
    unsolved: [],
  })
  expect(disablePlugins(plugins.slice(1), [clash])).toEqual({ disabled: [], unsolved: [clash] })
})
