import { expect, test } from 'vitest'
import { textsIn } from '../client/texts.ts'

test.each(['en', 'de'])('each reason for which the server reports comments has a name in %s', lang => {
  const { names } = textsIn(lang)
  for (const reason of ['BANNED_WORD', 'SUSPECT_WORD', 'LINKS', 'TRUST', 'REPEATED'])
    expect(names[reason], reason).toMatch(/[a-z]/)
})
