/// The scripts of pages. They make nothing that a page without them lacks.
enum PageScripts {
    /// What pages share.
    static let common = """
        (function () {
          'use strict';
          document.documentElement.classList.add('scripted');
          if (window.top !== window) { document.documentElement.classList.add('framed'); }
          document.addEventListener('submit', function (event) {
            var form = event.target;
            if (form.dataset.sent) { event.preventDefault(); return; }
            form.dataset.sent = 'true';
          });
        }());

        """
    /// Puts the caret where one begins to type.
    static let focus = """
        (function () {
          'use strict';
          document.addEventListener('DOMContentLoaded', function () {
            var field = document.querySelector('[aria-invalid="true"], [data-focus]');
            if (field) { field.focus(); }
          });
        }());

        """
}
