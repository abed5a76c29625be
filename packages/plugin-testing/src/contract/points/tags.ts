import type { Tag } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

const MODELS: readonly string[] = ['ASSETS', 'COMMENTS', 'USERS']

/** Names in capitals, models that exist, permissions and a time. */
export function checkTags({ hooks: { tags = [] } }: Subject): Finding[] {
  return tags.flatMap((tag: Partial<Tag>): Finding[] => {
    const name = String(tag.name)
    const finding = (message: string, fix: string): Finding => ({ point: 'tags', message: `the tag ${name} ${message}`, fix })
    const strange = Array.isArray(tag.models) ? tag.models.filter(model => !MODELS.includes(model)) : []
    return [
      ...(/^[A-Z][A-Z0-9_]*$/.test(name) ? [] : [finding('has a name that is not in capitals', "write it like 'OFF_TOPIC'")]),
      ...(Array.isArray(tag.models) && tag.models.length > 0 ? [] : [finding('is for nothing', "write models: ['COMMENTS']")]),
      ...strange.map(model => finding(`is for ${String(model)}, which can't be tagged`, `choose of ${MODELS.join(', ')}`)),
      ...(typeof tag.permissions === 'object' && tag.permissions !== null ? [] : [finding('does not say who may use it', 'write permissions: { public: true, self: false, roles: [] }')]),
      ...(tag.created_at instanceof Date && !Number.isNaN(tag.created_at.getTime()) ? [] : [finding('has no time', 'write created_at: new Date()')]),
    ]
  })
}
