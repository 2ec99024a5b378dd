//! `gen minify --preset`: scripts are played in the places that they are for.

use serde_json::Value;

use crate::support::file::{folder, minify, write};

/// A classic script of js1k: nothing of it shows without the canvas.
const JS1K: &str = "var angle = 0;\nfunction drawAll() {\n  a.width = a.width;\n  c.fillStyle = 'hsl(' + angle + ',50%,50%)';\n  \
    c.fillRect(angle % 99, 9, 9, 9);\n  angle += 3;\n  requestAnimationFrame(drawAll);\n}\nb.style.background = 'black';\ndrawAll();\n";

#[test]
fn a_script_for_js1k_draws_on_its_canvas() {
    let workspace = folder();
    write(&workspace, "a.js", JS1K);
    let made = minify(&workspace, "a.js --preset js1k");
    assert_eq!(made.code, 0, "{made:?}");
    let said = "compared with the file in embedded: ";
    assert!(made.err.contains(said), "{made:?}");
    assert!(
        made.err
            .contains("of 6 runs, no difference; coverage: 100 % of the functions"),
        "{made:?}"
    );
    assert!(!made.err.contains("note: the name"), "{made:?}");
    assert!(
        !made.out.contains('<') && made.out.contains("a.width=a.width"),
        "{made:?}"
    );
    assert!(
        made.out.contains("b.style") && made.out.contains("c.fillRect("),
        "{made:?}"
    );
    assert!(
        !made.out.contains("angle") && made.err.contains(" of 1024 bytes, "),
        "{made:?}"
    );
    // What is drawn is compared.
    write(&workspace, "a.js", "with (c) fillRect(1, 2, 3, 4)");
    let made = minify(&workspace, "a.js --preset js1k");
    assert!(
        made.err.contains("6 outputs of 6 runs, no difference"),
        "{made:?}"
    );
    write(
        &workspace,
        "a.js",
        "function helper() { /* a comment */ }\nc.fillRect(1, 2, 3, helper.toString().length)",
    );
    let made = minify(&workspace, "a.js --preset js1k");
    assert!(
        made.err.contains("something else than the file"),
        "{made:?}"
    );

    // A name that the script declares is its own.
    write(
        &workspace,
        "a.js",
        "for (var d = 9, more = 1; d--;) c.fillRect(d, more, 9, 9)",
    );
    let made = minify(&workspace, "a.js --preset js1k");
    assert!(made.out.contains("c.fillRect("), "{made:?}");
    assert!(made.err.contains("no difference"), "{made:?}");

    // A page stays a page, and nothing is around it.
    write(
        &workspace,
        "a.html",
        "<p id=out></p><script>out.textContent = 1</script>",
    );
    let made = minify(&workspace, "a.html --preset js1k");
    assert!(made.out.starts_with("<p id=out>"), "{made:?}");
}

#[test]
fn a_script_for_js1k_gets_its_keys_in_a_browser() {
    let workspace = folder();
    let script = "onkeydown = function (event) { c.fillRect(event.keyCode, 9, 9, 9) }";
    write(&workspace, "a.js", script);
    let made = minify(&workspace, "a.js --preset js1k");
    assert!(
        made.err.contains("compared with the file in chrome: "),
        "{made:?}"
    );
    assert!(
        made.err.contains("coverage: 100 % of the functions"),
        "{made:?}"
    );
}

const SKETCH: &str = "let position, particles = [];\nfunction setup() {\n  createCanvas(400, 300);\n  position = createVector(9, 9);\n  noStroke();\n}\n\
    function draw() {\n  background(20);\n  fill(color(mouseX, 99, noise(frameCount / 9) * 255));\n  position.add(random(-1, 1), 1);\n  \
    particles.push(position.copy());\n  for (const particle of particles) drawParticle(particle);\n}\n\
    function drawParticle(particle) { ellipse(particle.x, particle.y, map(particle.y, 0, height, 1, 9)) }\n\
    function mousePressed() { particles = [] }\nfunction keyPressed() { if (key == 'q') neverUsual() }\nfunction neverUsual() { rect(1, 1, 9, 9) }\n\
    function deviceShaken() { neverUsual() }\n";

#[test]
fn a_sketch_of_p5_is_called() {
    let workspace = folder();
    write(&workspace, "a.js", SKETCH);
    let made = minify(&workspace, "a.js --preset p5");
    assert_eq!(made.code, 0, "{made:?}");
    assert!(
        !made.err.contains("note: the name") && !made.err.contains(" left"),
        "{made:?}"
    );
    for name in [
        "setup",
        "draw",
        "mousePressed",
        "keyPressed",
        "deviceShaken",
    ] {
        assert!(made.out.contains(&format!("{name}(")), "{name}: {made:?}");
    }
    assert!(
        !made.out.contains("drawParticle") && !made.out.contains("neverUsual"),
        "{made:?}"
    );
    let json = minify(&workspace, "a.js --preset p5 --format json").good();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let compared = &json["compared"];
    assert_eq!(compared["host"], "embedded", "{json}");
    assert!(compared["outputs"].as_u64() > Some(180), "{compared}");
    // Nobody shakes.
    assert_eq!(compared["coverage"]["functions"], 7, "{compared}");
    assert_eq!(compared["coverage"]["run"], 6, "{compared}");

    // What a text finds is missed when its name is short.
    let hidden = "function setup() { createCanvas(9, 9) }\nlet sizes = { first: 3 }, total = 5;\nfunction draw() { line(1, 2, 3, text.length, helper.toString().length) }\n\
        function helper() { /* a comment */ return total }\n";
    write(&workspace, "a.js", hidden);
    let made = minify(&workspace, "a.js --preset p5");
    assert_ne!(made.code, 0, "{made:?}");
    assert!(
        made.err.contains("shows something else than the file"),
        "{made:?}"
    );

    let instance = "new p5(sketch => { sketch.setup = () => sketch.createCanvas(9, 9); sketch.draw = () => sketch.line(1, 2, sketch.frameCount, 4) })";
    write(&workspace, "a.js", instance);
    let made = minify(&workspace, "a.js --preset p5");
    assert!(
        made.err.contains("no difference; coverage: 100 %"),
        "{made:?}"
    );
    let made = minify(&workspace, "a.js --preset p5 --mangle-props");
    assert!(
        made.out.contains(".setup=") && made.out.contains(".draw="),
        "{made:?}"
    );
}
