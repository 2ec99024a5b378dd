use super::*;

fn element(name: &str, class: &str, id: &str) -> Element {
    let tree = super::super::tree::Tree::of(&format!("<body><{name} class='{class}' id='{id}'>"));
    let all = tree.all();
    let found = all
        .into_iter()
        .filter_map(|id| tree.element(id))
        .find(|it| it.name == name);
    found.expect("an element").clone()
}

#[test]
fn a_rule_matches_by_the_last_part_of_its_selectors() {
    let item = element("li", "a b", "c");
    for (selector, expected) in [
        ("li", true),
        ("ul.x > LI", true),
        ("div", false),
        ("div, .b", true),
        (".d", false),
        ("li.a.b#c:hover", true),
        ("li.a.d", false),
        ("#e", false),
        ("*", true),
        (":not(div)", true),
        ("div:not(li)", false),
        ("[title]", false),
        ("[class^=a]", true),
        ("[class*=' b']", true),
        ("[class=a]", false),
        ("li[id='c' i]:hover", true),
        ("&:hover", true),
        ("li:is(a, b) span", false),
        ("50%", true),
    ] {
        let found = rules(&format!("{selector}{{display:inline-block}}"));
        assert_eq!(
            found[0].may_match(&item, &|_| false),
            expected,
            "{selector}"
        );
    }
    let found = rules(".d{display:inline}");
    assert!(found[0].may_match(&item, &|class| class == "d"));
}

#[test]
fn rules_count_in_at_rules_and_in_other_rules() {
    let css = "a{color:red;b:'}'}/* p{display:inline} */@media print{li{display:INLINE}}div{color:red;p{white-space : pre-wrap}}\
                   pre{white-space:normal}b{display:block";
    let found = rules(css);
    let kinds: Vec<_> = found
        .iter()
        .map(|rule| (rule.inline, rule.spaces))
        .collect();
    assert_eq!(kinds, [(true, false), (false, true), (false, false)]);
}
