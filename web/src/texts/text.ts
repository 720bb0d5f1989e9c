/** What a text of the pages is. */

/** One form, or the forms of a number as `Intl.PluralRules` calls them. */
export type Text = string | { one?: string; few?: string; many?: string; other: string };

/** The texts of one page, or of what several pages share. */
export type Part = Readonly<Record<string, Text>>;
