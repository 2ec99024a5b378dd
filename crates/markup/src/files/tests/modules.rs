//! Modules of a page, and addresses that begin with `/`.

use super::*;

#[test]
fn modules_that_share_one_are_one_script() {
    for (page, expected) in [
        (
            "<script type=module>import './a.js';b</script><p><script type=module>c</script>\
             <script type=module>import './d.js';import './a.js'</script><i>",
            "<p><i><script>/*[a.js] [] [d.js a.js]*/</script>",
        ),
        // Each runs once.
        (
            "<script type=module src=bundled2.js></script><script type=module src=./bundled2.js></script>",
            "<script>/*bundled2.js bundled2.js*/</script>",
        ),
        (
            "<script type=module>import './a.js'</script><script type=module>import './b.js'</script>",
            "<script>/*[a.js]*/</script><script>/*[b.js]*/</script>",
        ),
        // They may share one.
        (
            "<script type=module>import './unknown.js'</script><script type=module>import './b.js'</script>",
            "<script>/*[unknown.js] [b.js]*/</script>",
        ),
    ] {
        assert_eq!(taken_in(page).expect(page).page, expected);
    }
    for (page, reasons) in [
        (
            "<script type=module>import './a.js'</script><script defer src=b.js></script>\
             <script type=module>import './a.js'</script>",
            vec![Reason::Shares, Reason::Shares],
        ),
        (
            "<script type=module id=i>import './a.js'</script><script type=module>import './a.js'</script>",
            vec![Reason::Shares, Reason::Shares],
        ),
        (
            "<script type=module src=bundled2.js onload=a()></script>\
             <script type=module>import './bundled2.js'</script>",
            vec![Reason::Shares],
        ),
        (
            "<script type=module>import 'https://a/b'</script><script type=module>b</script>",
            vec![Reason::Imported, Reason::Order],
        ),
        (
            "<script type=importmap>{}</script><script type=module>import 'a'</script>",
            vec![Reason::Imported],
        ),
        (
            "<script type=module>document.write(1)</script>",
            vec![Reason::ReadsElement],
        ),
        (
            "<template><script type=module>import './a.js'</script></template>",
            vec![Reason::Nested],
        ),
    ] {
        let found = taken_in(page).expect(page);
        let stay: Vec<Reason> = found.unbundled.iter().map(|one| one.reason).collect();
        assert_eq!((&*found.page, stay), (page, reasons));
    }
}

#[test]
fn scripts_of_modules_say_what_they_were_made_of() {
    let page = "<script type=module src=bundled.js></script>\u{e9}<script type=module>a</script>";
    let found = taken_in(page).expect("a page");
    let [bundle, body] = &found.made[..] else {
        panic!("{:?}", found.made);
    };
    assert_eq!(bundle.of, MadeOf::Bundle(1));
    let MadeOf::Text { open, start } = body.of else {
        panic!("{body:?}");
    };
    assert_eq!(
        (&body.script[open..=open], &page[start..=start]),
        ("a", "a")
    );
    assert_eq!(found.styled[0].bundle, Some(1));
    let paths: Vec<_> = found.taken.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["bundled.js"]);
}

#[test]
fn an_error_says_that_an_address_leads_from_the_root() {
    for (page, is_from_root) in [
        ("<img src=/none.png>", true),
        ("<img src=none.png>", false),
        ("<style>a{b:url(/none.png)}</style>", true),
        ("<script src=/none.js></script>", true),
        ("<link rel=stylesheet href=/none.css>", true),
    ] {
        let error = taken_in(page).unwrap_err();
        assert_eq!(error.is_from_root, is_from_root, "{page}");
    }
    let page = "<link rel=stylesheet href=/css/b.css><script src=/a.js></script><img src=/i.png>";
    let found = taken_in(page).expect("a page");
    assert_eq!((found.taken.len(), found.stays.len()), (5, 0));
}
