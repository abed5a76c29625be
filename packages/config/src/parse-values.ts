import type { ConfigProblem } from './config-error.ts'
import type { ResolvedSources } from './sources.ts'
import type { PartialValues, VariableName } from './variables/index.ts'
import { variableNamed, variableNames } from './variables/index.ts'

const LONGEST_QUOTE = 60

/** Repeats the value, so that a typo is seen, except for a value that could contain a secret. */
function quoted(name: VariableName, text: string): string {
  if (variableNamed(name).hides !== undefined || /:\/\/|@/.test(text)) return ''
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
  return ` (got ${JSON.stringify(shown)})`
}

/** Parses every text. A derived text that fails is not reported, because the variable it comes from is. */
export function parseValues({ texts, mode }: ResolvedSources): { values: PartialValues; problems: ConfigProblem[] } {
  const values: Partial<Record<VariableName, unknown>> = {}
  const problems: ConfigProblem[] = []
  for (const name of variableNames) {
    const { schema, requiredInProduction, type } = variableNamed(name)
    const { text, source } = texts.get(name) ?? {}
    if (text === undefined) {
      if (requiredInProduction && mode === 'production')
        problems.push({ variable: name, message: `is required in production: ${type.replaceAll('`', '')}` })
      continue
    }
    const parsed = schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else if (source !== 'derived')
      problems.push({ variable: name, message: `${parsed.error.issues[0]?.message}${quoted(name, text)}` })
  }
  // Every value went through the schema of its own name.
  return { values: values as PartialValues, problems }
}
