-- What visitors search, counted per UTC day without anything of the visitor. A text that fewer than three visitors typed on a day
-- is deleted after the day.
create table search_text (
    day date not null,
    -- In the form in which texts are compared: small letters, one spelling of each Arabic letter.
    text text not null constraint search_text_text_check check (char_length(text) between 1 and 200),
    -- Of the page: en or ar.
    language text not null constraint search_text_language_check check (language in ('en', 'ar')),
    searches bigint not null,
    -- Searches that found nothing.
    empty_searches bigint not null,
    -- Of the newest search: number of results, understood parts, words that had to be dropped.
    results bigint not null,
    understood jsonb not null,
    unknown_words text[] not null,
    -- Distinct visitors, counted up to three.
    visitors smallint not null default 0,
    constraint search_text_pkey primary key (day, text, language)
);

-- First clicks on a product of the results.
create table search_click (
    day date not null,
    text text not null,
    language text not null,
    product_id uuid not null constraint search_click_product_fkey references product (id) on delete cascade,
    clicks bigint not null,
    -- Sum of the clicked places, from 1.
    ranks bigint not null,
    constraint search_click_pkey primary key (day, text, language, product_id),
    constraint search_click_text_fkey foreign key (day, text, language) references search_text on delete cascade
);

create index search_click_product_idx on search_click (product_id);

-- What was searched next within the same visit of the site.
create table search_refinement (
    day date not null,
    text text not null,
    language text not null,
    next_text text not null,
    times bigint not null,
    constraint search_refinement_pkey primary key (day, text, language, next_text),
    constraint search_refinement_text_fkey foreign key (day, text, language) references search_text on delete cascade
);

-- Up to three visitors of each text, while the day lasts: digests of text, address and browser with the day's secret
-- (visitor_salt). Two rows of one visitor have nothing in common.
create table search_visitor (
    day date not null,
    text text not null,
    language text not null,
    visitor bytea not null,
    constraint search_visitor_pkey primary key (day, text, language, visitor),
    constraint search_visitor_text_fkey foreign key (day, text, language) references search_text on delete cascade
);
