import { HOOK_SHAPES } from './hooks/hook-shapes.ts'
import { MODERATION_INPUTS, type ModerationPhase } from './hooks/moderation.ts'
import { PLUGIN_CODES } from './plugin-codes.ts'

const KIND_NAMES = { function: 'function', map: 'object', list: 'list', text: 'text' } as const

/**
 * The reference page of hooks, moderation phases and codes, in Markdown. Hooks and codes come from the tables by which
 * the server checks plugins.
 *
 * @param phases the moderation phases of the core, in their order
 * @example
 * await writeFile('docs/reference/plugins.md', pluginReference(phases))
 */
export function pluginReference(phases: readonly Pick<ModerationPhase, 'name' | 'purpose'>[]): string {
  const hooks = Object.entries(HOOK_SHAPES).map(
    ([hook, { kinds, purpose }]) =>
      `| \`${hook}\` | ${kinds.map(kind => KIND_NAMES[kind]).join(' or ')} | ${cell(purpose)} |`,
  )
  const codes = Object.entries(PLUGIN_CODES).map(
    ([code, { meaning, fix }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(fix)} |`,
  )
  const phaseRows = phases.map(({ name, purpose = '' }, i) => `| ${i + 1} | \`${name}\` | ${cell(purpose)} |`)
  const inputs = Object.entries(MODERATION_INPUTS).map(([input, meaning]) => `| \`${input}\` | ${cell(meaning)} |`)
  return `# Plugins: hooks and codes

A plugin exports one object; each property is a hook. All are optional.
[Write a plugin](../guide/write-a-plugin.md) is the guide.

## Hooks

| Hook | Value | Purpose |
|---|---|---|
${hooks.join('\n')}

## Moderation phases

Every new or edited comment goes through these phases in this order. The first phase that gives a status ends the
moderation run. A comment that no phase decides about is published. The hook \`moderation\` adds phases before or after
one of these phases, or of another plugin's.

| | Phase | What it does |
|---|---|---|
${phaseRows.join('\n')}

A phase names in \`judgesBy\` the inputs that its answer depends on. When one of them changes before the comment is
stored, the phase is asked again.

| Input | What it is |
|---|---|
${inputs.join('\n')}
| \`settings.<name>\` | a setting of the site, or of the asset in its place |
| \`settings.metadata.<name>\` | the settings that a plugin keeps under this name |
| \`author.metadata.<name>\` | what a plugin keeps with the author under this name |
| \`asset.metadata.<name>\` | what a plugin keeps with the asset under this name |

## Modules of the server

A plugin can import every module of the server by \`@platform/server/<path>\`. A file under \`plugins/\` also finds them by
a path from the root of the server or of the repository, and by a relative path that leads there: \`services/users\`,
\`apps/server/src/services/users\`, \`../../services/users\`. The paths that the \`exports\` of \`@platform/server\` list are
kept. Any other may change with a release, and \`platform plugins doctor\` names what to use in its place.

The configuration (\`config\`, \`url\`) and the strategies (\`services/passport\`) can be used while the modules of a plugin
are loaded, and in the hooks \`router\` and \`app\`. Services exist once all plugins are composed, in the hook \`init\` and
later. A module that needs one earlier fails with the name of the service.

## Client parts

Client parts of the predecessor's plugins, which need React 15, Redux and Apollo, do not run unchanged: their runtime
alone is ten times as large as the whole stream may be. The names of slots, fragments, form hooks, moderation queues and
events are kept.

## Codes

The server collects all problems of plugins into one report. Each entry has one of these codes, the plugins and files
concerned, and a fix.

| Code | Meaning | Fix |
|---|---|---|
${codes.join('\n')}
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
