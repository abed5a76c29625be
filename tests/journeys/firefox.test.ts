import { expect, test } from 'vitest'
import { FIREFOX, startFirefox } from './drivers/firefox.ts'
import { journeysIn, mainJourneys } from './main-journeys.ts'
import { panelJourneys } from './panel/panel-journeys.ts'
import { register, see } from './place.ts'

journeysIn({ name: 'Firefox', needs: [FIREFOX], start: startFirefox }, place => {
  mainJourneys(place)
  panelJourneys(place)

  test.each(['no-referrer', 'same-origin'])(
    'on a site with the policy %s for referrers, a newcomer registers and is still signed in after a reload',
    async policy => {
      const visitor = await place().visitor()
      const tab = await visitor.open(place().post({ headers: { 'referrer-policy': policy } }))
      await register(visitor, tab, 'unreferred')
      await tab.reload()
      await see(tab.comments, '.viewer', 'unreferred')
      expect(await tab.comments.texts('.join')).toEqual([])
    },
  )
})
