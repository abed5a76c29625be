import { DEMO_TITLE } from '../model/demo.ts'

/** The article to try the first discussion of a new site with. */
export function DemoArticle() {
  return (
    <article class="prose">
      <h1>{DEMO_TITLE}</h1>
      <p class="meta">
        <span>Demo article</span>
        <span>2 minutes</span>
      </p>
      <p>
        Last spring somebody put a bench beside the canal, where the towpath bends under the poplars. Nobody knows who.
        It is a plain thing: three oak boards, two cast feet, no plaque. By the end of the first week it had a regular.
      </p>
      <p>
        He came at seven, with a newspaper and a small dog, and he left at eight. At noon it was the turn of the people
        from the print works, who ate their lunch in a row and threw crumbs to the moorhens. In the afternoon came the
        pram walkers, at dusk the teenagers, and late at night, going by the cigarette ends, a philosopher.
      </p>
      <p>
        In June the council sent a letter. The bench, it said, was not in the register of benches. It had to be entered,
        or it had to go. For three weeks a sheet of paper hung on the backrest, in a plastic sleeve, and whoever sat
        down read it and wrote something below.
      </p>
      <p>
        There were forty-one entries in the end. Some were a single word. One was a drawing of the dog. One, in very
        small letters, explained that the boards came from the old lock gate, and that this was the whole reason for the
        bench: that the oak should go on looking at the water.
      </p>
      <p>
        The bench is in the register now, as number 212. The sheet of paper is in the town archive, which says something
        about what makes a place: not the oak alone, but that there was room below for an answer.
      </p>
      <p>What is the best place to sit where you live?</p>
    </article>
  )
}
