import type { Variable } from './variable.ts'
import { topics } from './variable.ts'
import { variables } from './variables/index.ts'

const INTRODUCTION = `# Configuration

The server is configured by environment variables. Names and values are case-sensitive; a variable with an empty
value is not set. A duration is \`500ms\`, \`30s\`, \`1 min\`, \`1hr\`, \`1 day\` or a number of milliseconds. In
development a file \`.env\` of \`NAME=VALUE\` lines sets variables that are not set otherwise; in production it is
ignored. The server reports all problems together and ends with exit code 78. Variables are required only in production
(\`NODE_ENV=production\`).`

function defaultOf({ default: fixed, derived }: Variable): string {
  if (derived !== undefined) return derived.meaning
  return fixed === undefined ? '' : `\`${fixed}\``
}

function requiredOf({ requiredWhen, requiredInProduction }: Variable): string {
  return requiredWhen ?? (requiredInProduction ? 'in production' : '')
}

function row([name, variable]: [string, Variable]): string {
  const cells = [`\`${name}\``, variable.type, defaultOf(variable), requiredOf(variable), variable.meaning]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function section(topic: (typeof topics)[number]): string {
  const rows = Object.entries<Variable>(variables)
    .filter(([, variable]) => variable.topic === topic)
    .map(row)
  return [`## ${topic}`, '', '| Name | Value | Default | Required | Meaning |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/**
 * Writes the reference page of all variables in Markdown, from the table that also parses them.
 *
 * @example
 * await writeFile('docs/reference/configuration.md', configurationReference())
 */
export function configurationReference(): string {
  return `${[INTRODUCTION, ...topics.map(section)].join('\n\n')}\n`
}
