import { HOOK_SHAPES } from './hooks/hook-shapes.ts'
import { MODERATION_INPUTS, MODERATION_PHASES } from './hooks/moderation.ts'
import { PLUGIN_CODES } from './plugin-codes.ts'

const SAID = { function: 'function', map: 'object', list: 'list', text: 'text' } as const

/**
 * The reference page of hooks and codes, in Markdown, made from the tables the server checks by.
 *
 * @example
 * await writeFile('docs/reference/plugins.md', pluginReference())
 */
export function pluginReference(): string {
  const hooks = Object.entries(HOOK_SHAPES).map(
    ([hook, { kinds, purpose }]) =>
      `| \`${hook}\` | ${kinds.map(kind => SAID[kind]).join(' or ')} | ${cell(purpose)} |`,
  )
  const codes = Object.entries(PLUGIN_CODES).map(
    ([code, { meaning, fix }]) => `| \`${code}\` | ${cell(meaning)} | ${cell(fix)} |`,
  )
  const phases = Object.entries(MODERATION_PHASES).map(
    ([phase, purpose], i) => `| ${i + 1} | \`${phase}\` | ${cell(purpose)} |`,
  )
  const inputs = Object.entries(MODERATION_INPUTS).map(([input, meaning]) => `| \`${input}\` | ${cell(meaning)} |`)
  return `# Plugins: hooks and codes

A plugin exports one object; each property is a hook. All are optional. How to write one is told in [write-a-plugin.md](../guide/write-a-plugin.md).

## Hooks

| Hook | Value | Purpose |
|---|---|---|
${hooks.join('\n')}

## Moderation phases

Every comment, new or edited, goes through these in their order. The first that gives a status ends the run; a comment no phase decides about is published. The hook \`moderation\` adds phases before or after one of them, or of another plugin's.

| | Phase | What it does |
|---|---|---|
${phases.join('\n')}

What a phase can name in \`judgesBy\`: it is asked again when one of these changed before the comment was stored.

| Input | What it is |
|---|---|
${inputs.join('\n')}
| \`settings.<name>\` | a setting of the site, or the discussion's own in its place |
| \`settings.metadata.<name>\` | what a plugin keeps under its name in the settings |

## Codes

What keeps a plugin from being loaded or composed comes in one report, each entry with one of these codes, the plugins and files concerned, and what mends it.

| Code | Meaning | What mends it |
|---|---|---|
${codes.join('\n')}
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
