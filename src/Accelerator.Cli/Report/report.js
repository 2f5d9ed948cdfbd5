// A faster tooltip than the browser's own, and one line through all charts at the pointer's time. The page works without it.
(function () {
  var tip = document.createElement('div');
  tip.className = 'tip';
  document.body.appendChild(tip);
  document.querySelectorAll('svg title').forEach(function (title) {
    var owner = title.parentNode;
    owner.tip = title.textContent;
    owner.removeChild(title);
  });
  var crosses = document.querySelectorAll('.cross');
  function cross(x) {
    crosses.forEach(function (line) {
      line.setAttribute('x1', x);
      line.setAttribute('x2', x);
    });
  }
  document.addEventListener('mousemove', function (event) {
    var drawing = event.target.closest('svg.timed');
    var x = -9;
    if (drawing) {
      var box = drawing.getBoundingClientRect();
      x = (event.clientX - box.left) / box.width * drawing.viewBox.baseVal.width;
      if (drawing.dataset.left > x || x > drawing.dataset.right) x = -9;
    }
    cross(x);
    var text = event.target.tip;
    tip.style.display = text ? 'block' : 'none';
    if (!text) return;
    tip.textContent = text;
    tip.style.left = Math.max(8, Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 12)) + 'px';
    tip.style.top = (event.clientY + 18 + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : event.clientY + 18) + 'px';
  });
})();
