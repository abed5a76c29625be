export const translations = {
  en: {
    tab: 'Featured',
    feature: 'Feature',
    unfeature: 'No longer feature',
    featured: 'The comment is featured',
    unfeatured: 'The comment is no longer featured',
    featuredBy: '{name} has featured a comment',
    unfeaturedBy: '{name} no longer features a comment',
    ask: 'Feature this comment?',
    askAbout: 'It is approved, too, and every reader sees it among the featured comments.',
  },
  de: {
    tab: 'Empfohlen',
    feature: 'Empfehlen',
    unfeature: 'Nicht mehr empfehlen',
    featured: 'Der Kommentar ist empfohlen',
    unfeatured: 'Der Kommentar ist nicht mehr empfohlen',
    featuredBy: '{name} hat einen Kommentar empfohlen',
    unfeaturedBy: '{name} empfiehlt einen Kommentar nicht mehr',
    ask: 'Diesen Kommentar empfehlen?',
    askAbout: 'Alle sehen ihn unter den empfohlenen Kommentaren. Er wird auch freigegeben.',
  },
}
