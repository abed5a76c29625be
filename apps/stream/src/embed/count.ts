// Fills `<span data-platform-count="URL">` with the number of comments of that page.
export {}
