//! What stays outside of a page.

use super::*;

#[test]
fn what_cannot_go_in_stays_with_a_reason() {
    for (page, path, reason) in [
        (
            "<script type=module src=m.js></script>",
            "m.js",
            Reason::Module,
        ),
        (
            "<script src=own.js></script>",
            "own.js",
            Reason::ReadsElement,
        ),
        (
            "<script src=wrong.js></script>",
            "wrong.js",
            Reason::EndsElement,
        ),
        (
            "<script src=a.js onload=b()></script>",
            "a.js",
            Reason::Handler,
        ),
        (
            "<script type=module>let =</script><script defer src=a.js></script>",
            "a.js",
            Reason::Order,
        ),
        (
            "<template><script src=a.js></script></template>",
            "a.js",
            Reason::Nested,
        ),
        ("<img src=i.svg>", "i.svg", Reason::Large),
        (
            "<img srcset='i.png 1x, http://a/b 2x'>",
            "i.png",
            Reason::Kind,
        ),
        ("<iframe src=i.html></iframe>", "i.html", Reason::Kind),
        (
            "<link rel=other href=i.html><link rel=next href=none.html>",
            "i.html",
            Reason::Kind,
        ),
        ("<img src=i.html>", "i.html", Reason::Type),
        (
            "<img src=none.png onerror=a()>",
            "none.png",
            Reason::Missing,
        ),
        (
            "<link rel='alternate stylesheet' title=a href=a.css>",
            "a.css",
            Reason::Alternative,
        ),
        (
            "<style>@import 'name.css'</style>",
            "name.css",
            Reason::Namespace,
        ),
        (
            "<style>@import 'open.css';</style>",
            "open.css",
            Reason::Open,
        ),
    ] {
        let found = taken_in(page).expect(page);
        let stays: Vec<_> = found
            .stays
            .iter()
            .map(|one| (&*one.path, one.reason))
            .collect();
        assert_eq!(stays, [(path, reason)], "{page}");
        assert_eq!(found.taken, [], "{page}");
    }
    for (page, reason) in [
        ("<base href=a/><script src=a.js></script>", Reason::Base),
        (
            "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\"><script src=a.js></script>",
            Reason::Policy,
        ),
        (
            "<frameset><frame src=i.html></frameset><script defer src=a.js></script>",
            Reason::Tree,
        ),
    ] {
        let found = taken_in(page).expect(page);
        assert_eq!((&*found.page, found.kept), (page, Some(reason)));
    }
}
