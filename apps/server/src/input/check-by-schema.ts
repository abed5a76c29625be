import type { ConfigSchema } from '@platform/plugin-sdk'

type Checked<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: string }

/** Checks a value by a schema. @returns the parsed value, or a text with each wrong place in the value. */
export async function checkBySchema<In, Out>(schema: ConfigSchema<In, Out>, value: unknown): Promise<Checked<Out>> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return { value: result.value }
  const lines = result.issues.map(({ path = [], message }) =>
    [path.map(step => String(typeof step === 'object' ? step.key : step)).join('.'), message].join(' ').trim(),
  )
  return { issues: lines.join('; ') }
}
