import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** The name of a tag is in capitals, as clients write it; the other parts are checked with the shape. */
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
