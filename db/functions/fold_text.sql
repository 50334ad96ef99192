-- A text without case, marks and hooks, as people type it: "sola" for "Ṣọlá", composed or not. A search reads
-- it for each name: plain ones, which are most, take a tenth of the time of those with marks, which take 3 µs.
create or replace function fold_text(text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length($1) = char_length($1) then lower($1)
    else
      replace(replace(replace(
        translate(
          lower(regexp_replace(
            normalize($1, NFKD),
            '[\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff]', '', 'g')),
          '‘’ʼʻƁɓĐđƉɖƊɗÐðƎǝƏəƐɛƑƒƓɠƔɣĦħıƖɩƗɨƘƙŁłƝɲŊŋØøƆɔƤƥŦŧƬƭƮʈƲʋƳƴƵƶ',
          '''''''''bbddddddddeeeeeeffgggghhiiiiikkllnnnnooooppttttttvvyyzz'),
        'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss')
  end
$$;
