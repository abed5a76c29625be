import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** Names in capitals, as clients write them; the rest of a tag is checked with its shape. */
export function checkTags({ hooks: { tags = [] } }: Subject): Finding[] {
  return tags
    .filter(({ name }) => !/^[A-Z][A-Z0-9_]*$/.test(name))
    .map(
      ({ name }): Finding => ({
        point: 'tags',
        message: `the tag ${name} has a name that is not in capitals`,
        fix: "write it like 'OFF_TOPIC'",
      }),
    )
}
