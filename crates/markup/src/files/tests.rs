use std::collections::HashMap;

use super::*;

mod modules;
mod stays;

/// Files that are texts.
struct Texts(HashMap<&'static str, &'static str>);

impl Reader for Texts {
    fn text(&mut self, path: &str) -> Result<String, ReadError> {
        if path.starts_with("../") {
            return Err(ReadError::Outside(path.to_owned()));
        }
        let text = self.0.get(path).map(|text| (*text).to_owned());
        text.ok_or_else(|| ReadError::Missing(path.to_owned()))
    }

    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.text(path).map(String::into_bytes)
    }

    fn modules(&mut self, modules: &[Entry<'_>]) -> Result<Option<Module>, ReadError> {
        let names = modules.iter().map(|module| match module {
            Entry::File(path) => path.clone(),
            Entry::Text { imports, .. } => {
                let imports = imports.iter().map(|(_, path)| path.as_str());
                format!("[{}]", imports.collect::<Vec<_>>().join(" "))
            }
        });
        let names: Vec<String> = names.collect();
        let is_bundled = |name: &String| name.contains("bundled") || name.starts_with('[');
        if !names.iter().all(is_bundled) {
            return Ok(None);
        }
        let files = |name: &String| match name.trim_matches(['[', ']']) {
            "" => vec![format!("{name} of {}", names.len())],
            imports => imports.split(' ').map(str::to_owned).collect(),
        };
        Ok(Some(Module {
            script: match names.join(" ").as_str() {
                "bundled.js" => "c=3".to_owned(),
                names => format!("/*{names}*/"),
            },
            sheet: (names == ["bundled.js"]).then(|| "c{}".to_owned()),
            number: names.len(),
            // No bundler says the files of this one.
            files: (!names.iter().any(|name| name.contains("unknown")))
                .then(|| names.iter().flat_map(files).collect()),
        }))
    }
}

const FILES: [(&str, &str); 22] = [
    ("a.js", "a=1\nb(a)"),
    ("b.js", "b=2"),
    ("own.js", "document.currentScript"),
    ("end.js", "a='</script>'"),
    ("wrong.js", "a</script/.b"),
    ("a.css", "@charset \"utf-8\";a{b:url(i.png)}"),
    ("css/b.css", "@import 'c.css' print;b{c:url(../i.png)}"),
    ("css/c.css", "@import url(b.css);c{d:url('d e.svg#f')}"),
    ("css/d e.svg", "<svg id=\"f\"/>"),
    ("css/f.css", "f{g:url(h.bin) url(http://a/b)}"),
    ("css/h.bin", "h"),
    ("open.css", "a{"),
    ("name.css", "@namespace a url(b);a{}"),
    ("remote.css", "@import 'http://a/b.css';@import 'a.css';a{}"),
    ("end.css", "a:after{content:'</style>'}"),
    ("i.png", "PNG"),
    ("\u{e9} f.mp3", "ID3"),
    ("i.svg", "<svg xmlns='http://www.w3.org/2000/svg' a='#b'/>"),
    ("m.js", "import './a.js'"),
    ("i.html", "<p>"),
    ("bundled.js", "import './m.js'"),
    ("bundled2.js", ""),
];

fn taken_in(page: &str) -> Result<Inlined, FileError> {
    take_in(page, Some(40), &mut Texts(FILES.into()))
}

const PNG: &str = "data:image/png;base64,UE5H";

#[test]
fn files_stand_where_a_browser_would_read_them() {
    for (page, expected) in [
        (
            "<script src=a.js></script><p>".to_owned(),
            "<script>a=1\nb(a)</script><p>".to_owned(),
        ),
        (
            "<script id=i type='text/javascript' src='./a.js?v=1' charset=utf-8>x</script>".to_owned(),
            "<script id=\"i\" type=\"text/javascript\">a=1\nb(a)</script>".to_owned(),
        ),
        (
            "<head><script defer src=a.js></script><script async src=b.js></script><body><p></body>"
                .to_owned(),
            "<head><body><p><script>a=1\nb(a)</script><script>b=2</script></body>".to_owned(),
        ),
        (
            "<script defer src=a.js></script></body><script>c=3</script>".to_owned(),
            "</body><script>c=3</script><script>a=1\nb(a)</script>".to_owned(),
        ),
        (
            "<script src=end.js></script>".to_owned(),
            "<script>a='<\\/script>'</script>".to_owned(),
        ),
        (
            "<link rel='StyleSheet' href=a.css media=print title=t>".to_owned(),
            format!("<style media=\"print\" title=\"t\">a{{b:url({PNG})}}</style>"),
        ),
        (
            "<link rel=stylesheet href=css/b.css>".to_owned(),
            format!(
                "<style>@media print{{c{{d:url('data:image/svg+xml,<svg id=\"f\"/>#f')}}}}b{{c:url({PNG})}}</style>"
            ),
        ),
        (
            "<link rel=stylesheet href=css/f.css>".to_owned(),
            "<style>f{g:url(css/h.bin) url(http://a/b)}</style>".to_owned(),
        ),
        (
            "<link rel=stylesheet href=end.css>".to_owned(),
            "<style>a:after{content:'<\\/style>'}</style>".to_owned(),
        ),
        (
            "<style>@import 'open.css';a{}</style>".to_owned(),
            "<style>@import url(open.css);a{}</style>".to_owned(),
        ),
        (
            "<link rel=stylesheet href=remote.css>".to_owned(),
            format!("<style>@import 'http://a/b.css';a{{b:url({PNG})}}a{{}}</style>"),
        ),
        (
            "<style>@import 'a.css';@import 'http://a/b';</style>".to_owned(),
            "<style>@import url(a.css);@import 'http://a/b';</style>".to_owned(),
        ),
        (
            "<img alt=a src=i.png><p style='a:url(i.png)'>".to_owned(),
            format!("<img alt=a src=\"{PNG}\"><p style=\"a:url({PNG})\">"),
        ),
        (
            "<link rel=preload href=i.png as=image><audio src='%C3%A9%20f.mp3'></audio><img src=/i.png>".to_owned(),
            format!("<audio src=\"data:audio/mpeg;base64,SUQz\"></audio><img src=\"{PNG}\">"),
        ),
        (
            "<link rel=preload href=i.svg as=image><link rel=preload href=http://a/b as=font>".to_owned(),
            "<link rel=preload href=i.svg as=image><link rel=preload href=http://a/b as=font>".to_owned(),
        ),
        (
            "<script type=module src=bundled.js id=k></script><p>".to_owned(),
            "<style>c{}</style><p><script id=\"k\">c=3</script>".to_owned(),
        ),
        (
            "<head><script type=module>import './a.js';d</script><script defer src=b.js></script><p>"
                .to_owned(),
            "<head><p><script>/*[a.js]*/</script><script>b=2</script>".to_owned(),
        ),
        (
            "<script type=module id=k>let a=1 // b</script><p>".to_owned(),
            "<p><script id=\"k\">\"use strict\";(function(){let a=1 // b\n})()</script>".to_owned(),
        ),
        (
            "<script type=module>import '/css/x.js';import '../y.js';import 'z'</script>".to_owned(),
            "<script>/*[css/x.js ../y.js]*/</script>".to_owned(),
        ),
        (
            "<script type=module async>import './a.js'</script><script type=module> </script><p>"
                .to_owned(),
            "<script type=module> </script><p><script>/*[a.js]*/</script>".to_owned(),
        ),
        (
            "<noscript><img src=none.png></noscript><img src=#a><img src=data:,>".to_owned(),
            "<noscript><img src=none.png></noscript><img src=#a><img src=data:,>".to_owned(),
        ),
    ] {
        let found = taken_in(&page).expect(&page);
        assert_eq!(found.page, expected, "{page}");
        assert_eq!(found.lines.len(), expected.matches('\n').count() + 1);
    }
}

#[test]
fn a_missing_file_has_its_place() {
    let place = |file: Option<&str>, line, column| Place {
        file: file.map(str::to_owned),
        line,
        column,
    };
    for (page, at, path) in [
        ("<p>\n<script src=c.js></script>", place(None, 2, 9), "c.js"),
        (
            "<p>\u{e9}<img src=css/a.png>",
            place(None, 1, 10),
            "css/a.png",
        ),
        (
            "<style>\na{b:url(c.png)}</style>",
            place(None, 2, 5),
            "c.png",
        ),
    ] {
        let error = taken_in(page).unwrap_err();
        let expected = FileError {
            place: at,
            error: ReadError::Missing(path.to_owned()),
            is_from_root: false,
        };
        assert_eq!(error, expected);
    }
    let mut files: HashMap<_, _> = FILES.into();
    files.insert("css/x.css", "a{}\nb{c:url(../../d.png)}");
    let page = "<link rel=stylesheet href=css/x.css>";
    let error = take_in(page, None, &mut Texts(files)).unwrap_err();
    assert_eq!(error.place, place(Some("css/x.css"), 2, 5));
    assert_eq!(error.error, ReadError::Outside("../d.png".to_owned()));
}

#[test]
fn a_file_as_large_as_the_limit_goes_in() {
    let taken = |limit| {
        let found = take_in("<img src=i.png>", Some(limit), &mut Texts(FILES.into()));
        found.expect("no error").taken.len()
    };
    assert_eq!((taken(2), taken(3)), (0, 1));
}

#[test]
fn addresses_on_other_hosts_are_named_once() {
    let page =
        "<script src=//a/b></script><script src=//a/b></script><style>a{b:url(http://c)}</style>";
    let found = taken_in(page).expect("no file");
    assert_eq!(found.remote, ["//a/b", "http://c"]);
    assert_eq!(found.page, page);
}

#[test]
fn the_files_of_a_style_element_and_the_addresses_are_named() {
    let page = "<link rel=stylesheet href=css/b.css><style>@import 'end.css';x{y: z}</style>\
                <style>own{}</style><script type=module src=bundled.js></script><img src=i.png#f>";
    let found = taken_in(page).expect("a page");
    let file = |name: &str, characters: usize| (Some(name.to_owned()), characters);
    let parts: Vec<_> = found.styled.iter().map(|one| one.parts.clone()).collect();
    assert_eq!(
        parts,
        [
            vec![file("css/b.css", 38), file("css/c.css", 38)],
            vec![(None, 23), file("end.css", 27)],
            vec![file("bundled.js", 3)],
        ]
    );
    for styled in &found.styled {
        assert!(
            found
                .page
                .contains(&format!("<style>{}</style>", styled.css)),
            "{styled:?}"
        );
    }
    let addresses = found.taken.iter().filter_map(|file| {
        let address = file.address.as_deref()?;
        Some((&*file.path, address))
    });
    assert!(
        addresses.clone().any(|one| one == ("i.png", PNG)),
        "{:?}",
        found.taken
    );
    assert!(found.page.contains(&format!("{PNG}#f")), "{}", found.page);
    assert_eq!(addresses.count(), 2);
}
